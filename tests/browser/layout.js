// What is amiss in the layout of a page: text over the edge, cut, over other text, out of the
// paper that it is written on, in broken words or with hardly a letter to a line; two things that stick to one place; a shared screen that scrolls, or a phone's whose table does.
() => {
  const shows = { visibilityProperty: true, opacityProperty: true };
  const apart = ".vh, [aria-hidden=true]:not(svg), option, .toast.float";
  const screen = document.getElementById("screen"), found = new Set(), texts = [];
  const name = (node) => node.data.trim().slice(0, 40);
  const style = (e) => getComputedStyle(e);
  const loose = (e) => { for (; e !== screen; e = e.parentElement) if (style(e).position === "sticky") return true; };
  const within = (box, frame) => ({ left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right), top: box.top, bottom: box.bottom, height: box.height });
  const paper = (how) => !/^rgba\(.*, 0\)$|^transparent$/.test(how.backgroundColor) || parseFloat(how.borderBottomWidth) > 1 && parseFloat(how.borderTopWidth) > 1;
  const roomy = innerWidth > 20 * parseFloat(style(document.documentElement).fontSize);
  const walk = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest(apart) || !parent.checkVisibility(shows)) continue;
    const drawn = parent instanceof SVGElement && parent.closest("svg");
    if (drawn && parent.localName !== "text") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const all = (drawn ? parent : range).getBoundingClientRect();
    let ends = null, lies = false; // in an ellipsis; on its paper, or laid over it on purpose
    for (let e = drawn ? drawn.parentElement : parent; e !== screen && !ends; e = e.parentElement) {
      const how = style(e), frame = e.getBoundingClientRect(), some = all.height / 3;
      if (!lies && how.display !== "inline" && paper(how)) {
        lies = true;
        if (how.overflow === "visible" && (all.bottom > frame.bottom + some || all.right > frame.right + 2 || all.left < frame.left - 2)) found.add(`over its paper: ${name(node)}`);
      }
      lies ||= /absolute|fixed/.test(how.position) || !!drawn;
      if (how.overflowX === "visible" && how.overflowY === "visible") continue;
      if (how.textOverflow === "ellipsis") ends = frame;
      if (how.overflowX !== "visible" && how.overflowX !== "auto" && !ends && (all.right > frame.right + 1 || all.left < frame.left - 1)
        || how.overflowY !== "visible" && how.overflowY !== "auto" && (all.bottom > frame.bottom + some || all.top < frame.top - some)) { found.add(`cut: ${name(node)}`); break; }
    }
    if (!ends && (all.right > innerWidth + 1 || all.left < -1)) found.add(`over the edge: ${name(node)}`);
    if (roomy && all.height > 1.5 * parseFloat(style(parent).fontSize)) {
      for (const word of node.data.matchAll(/[\p{L}\u00ad]+/gu)) {
        if (word[0].includes("\u00ad")) continue; // it says itself where it may be broken
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.add(`broken: ${word[0]}`);
      }
      range.selectNodeContents(node);
    }
    const font = parseFloat(style(parent).fontSize);
    if (node.data.trim().length > 9 && all.width < 2.2 * font && all.height > 4 * font) found.add(`a letter a line: ${name(node)}`);
    if (!loose(parent) && !parent.closest(".lit")) for (const box of (drawn ? parent : range).getClientRects()) texts.push([node, ends ? within(box, ends) : box]);
  }
  const probe = document.createElement("div"); // as wide as a field, with its letters
  for (const field of screen.querySelectorAll("select")) {
    if (!field.checkVisibility(shows) || !field.selectedOptions.length) continue;
    const how = style(field), room = (side, ends) => ends.reduce((left, end) => left - parseFloat(how[`padding${end}`]), field[side]);
    probe.style = `position:absolute;visibility:hidden;overflow-wrap:anywhere;font:${how.font};line-height:${how.lineHeight};width:${room("clientWidth", ["Left", "Right"])}px`;
    probe.textContent = field.selectedOptions[0].text;
    screen.append(probe);
    if (probe.clientHeight > room("clientHeight", ["Top", "Bottom"]) + 1) found.add(`cut: ${probe.textContent}`);
    probe.remove();
  }
  const over = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
  texts.forEach(([one, a], n) => {
    for (const [other, b] of texts.slice(n + 1)) {
      const [wide, high] = over(a, b);
      if (one !== other && wide > 3 && high > Math.min(a.height, b.height) * .45) found.add(`over one another: ${name(one)} | ${name(other)}`);
    }
  });
  const stuck = [...screen.querySelectorAll(".go, .payfoot")].filter((e) => e.checkVisibility(shows) && style(e).position === "sticky");
  stuck.forEach((one, n) => {
    for (const other of stuck.slice(n + 1)) {
      const [wide, high] = over(one.getBoundingClientRect(), other.getBoundingClientRect());
      if (wide > 3 && high > 3) found.add(`stuck in one place: ${one.innerText} | ${other.innerText}`);
    }
  });
  const tall = document.documentElement.scrollHeight - innerHeight;
  if (innerWidth >= 1000 && screen.querySelector(".table, .duel") && tall > 1) found.add(`the shared screen scrolls by ${tall}`);
  const upright = roomy && innerWidth < 640 && innerHeight > 800 && !screen.querySelector(".proposal, .mishap");
  if (upright) for (const lying of screen.querySelectorAll(".table :is(.mr-ranches, .mr-floor, .field)")) {
    const below = Math.round(lying.getBoundingClientRect().bottom - innerHeight);
    if (below > 1) found.add(`the table is seen only by scrolling, by ${below}`);
  }
  return [...found];
}
