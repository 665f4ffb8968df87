"""That there is such a module tells a Pico from other boards."""
