// What is amiss in the layout of a page: text over the edge, cut, or over other text.
() => {
  const shows = { visibilityProperty: true, opacityProperty: true };
  const apart = ".vh, [aria-hidden=true], svg, option, .toast.float";
  const screen = document.getElementById("screen"), found = new Set(), texts = [];
  const name = (node) => node.data.trim().slice(0, 40);
  const style = (e) => getComputedStyle(e);
  const loose = (e) => { for (; e !== screen; e = e.parentElement) if (style(e).position === "sticky") return true; };
  const walk = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest(apart) || !parent.checkVisibility(shows)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const all = range.getBoundingClientRect();
    let ends = false; // in an ellipsis
    for (let e = parent; e !== screen && !ends; e = e.parentElement) {
      const how = style(e);
      if (how.overflowX === "visible" && how.overflowY === "visible") continue;
      ends = how.textOverflow === "ellipsis";
      const frame = e.getBoundingClientRect(), some = all.height / 3;
      if (how.overflowX !== "visible" && how.overflowX !== "auto" && !ends && (all.right > frame.right + 1 || all.left < frame.left - 1)
        || how.overflowY !== "visible" && how.overflowY !== "auto" && (all.bottom > frame.bottom + some || all.top < frame.top - some)) { found.add(`cut: ${name(node)}`); break; }
    }
    if (!ends && (all.right > innerWidth + 1 || all.left < -1)) found.add(`over the edge: ${name(node)}`);
    if (!loose(parent)) for (const box of range.getClientRects()) texts.push([node, box]);
  }
  texts.forEach(([one, a], n) => {
    for (const [other, b] of texts.slice(n + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (one !== other && wide > 3 && high > Math.min(a.height, b.height) * .45) found.add(`over one another: ${name(one)} | ${name(other)}`);
    }
  });
  return [...found];
}
