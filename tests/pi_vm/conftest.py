collect_ignore = ["guest"]  # these run in the virtual Pi
