// Sound and story on the shared screen, after one tap: short sounds, what was said in the browser's
// own voice, and a breath before each verdict. All of it is public; during a look there is none.
"use strict";

const SUSPENSE_MS = 1500; // the same for won and lost
const story = { on: false, audio: null, files: new Map() };
const told_ = (root) => root.querySelector("[data-story]");
const fact = (root, name) => (told_(root) ? told_(root).dataset[name] : "");

function soundButton() { return document.getElementById("sound"); }

document.addEventListener("click", (event) => {
  const button = event.target.closest && event.target.closest("#sound");
  if (!button) return;
  story.on = !story.on;
  if (!story.on && window.speechSynthesis) speechSynthesis.cancel();
  if (story.on) play("accepted");
  showSound();
});

function showSound() {
  const button = soundButton();
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(story.on));
}

function play(name) {
  let file = story.files.get(name);
  if (!file) story.files.set(name, file = new Audio(`/sounds/${name}`));
  if (story.audio) story.audio.pause(); // one at a time
  story.audio = file;
  file.currentTime = 0;
  file.play().catch(() => {}); // a browser that wants another tap first stays silent
}

function speak(lines) {
  if (!window.speechSynthesis) return;
  speechSynthesis.cancel();
  for (const line of lines) {
    const voice = new SpeechSynthesisUtterance(line);
    voice.lang = document.documentElement.lang;
    speechSynthesis.speak(voice);
  }
}

// Before a new screen is shown: the breath before a verdict. A touch or a key skips it.
async function beforeShown(html) {
  if (!story.on || !told_(document)) return null;
  const next = new DOMParser().parseFromString(html, "text/html");
  const now = { ...told_(document).dataset };
  if (fact(next, "verdict") !== now.verdict && now.verdict !== undefined) {
    document.body.classList.add("suspense");
    await new Promise((done) => {
      setTimeout(done, SUSPENSE_MS);
      for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, done, { once: true });
    });
    document.body.classList.remove("suspense");
  }
  return now;
}

// After it is shown: what is heard, and what is said aloud.
function afterShown(before) {
  showSound();
  if (!before || !told_(document)) return;
  const now = told_(document).dataset;
  if (now.sound && now.sound !== before.sound) play(now.sound.split(" ")[1]);
  const news = Math.min(now.heard - before.heard, 3);
  if (news > 0) speak(JSON.parse(now.said).slice(-news));
}

showSound();
