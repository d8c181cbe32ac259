(() => {
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => {
      c /= 255;
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const color = (text) => {
    const parts = text.match(/[\d.]+/g).map(Number);
    return parts.length === 3 ? [...parts, 1] : parts;
  };
  const over = (top, below) => top.slice(0, 3).map((c, at) => c * top[3] + below[at] * (1 - top[3]));
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(color(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const contrast = (a, b) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const faults = [];
  const say = (what, element) => faults.push(`${what}: ${(element.outerHTML || '').slice(0, 160)}`);

  for (const element of document.body.querySelectorAll('*')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !shown(element) || element.matches('title, desc, .skip')) continue;
    const style = getComputedStyle(element);
    const ink = color(element.closest('svg') ? style.fill : style.color);
    const below = ground(element.closest('svg') ? element.closest('svg') : element);
    if (contrast(over(ink, below), below) < 4.5) say('low contrast', element);
    if (parseFloat(style.fontSize) * (element.closest('svg') ? element.closest('svg').clientWidth / 720 : 1) < 10)
      say('small letters', element);
  }
  if (document.documentElement.scrollWidth > innerWidth) say(`wider than the window: ${document.documentElement.scrollWidth}`, document.body);
  for (const element of document.body.querySelectorAll('*')) {
    const box = element.getBoundingClientRect();
    if (shown(element) && !element.closest('.scroll, svg, .skip') && box.right > innerWidth + 1) say('reaches out', element);
  }
  for (const table of document.querySelectorAll('table')) {
    if (!table.caption || !table.caption.textContent.trim()) say('table without a caption', table);
    for (const head of table.querySelectorAll('th')) if (!head.scope) say('head without a scope', head);
  }
  for (const svg of document.querySelectorAll('svg')) {
    const named = svg.getAttribute('aria-label') || svg.getAttribute('aria-labelledby');
    if (svg.getAttribute('aria-hidden') !== 'true' && !(named && svg.getAttribute('role') === 'img')) say('picture without a name', svg);
  }
  for (const part of document.querySelectorAll('[aria-labelledby]'))
    for (const id of part.getAttribute('aria-labelledby').split(' '))
      if (!document.getElementById(id)) say(`named by nothing: ${id}`, part);
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  if (new Set(ids).size !== ids.length) faults.push('an id stands twice');
  for (const link of document.querySelectorAll('a[href^="#"]'))
    if (!document.getElementById(link.hash.slice(1))) say('link to nothing', link);
  for (const region of document.querySelectorAll('.scroll')) if (region.tabIndex !== 0) say('scrolls by mouse alone', region);
  if (document.querySelector('script, img, iframe, object, link:not([rel=icon])')) faults.push('something that loads or runs');
  const levels = [...document.querySelectorAll('h1, h2, h3')].map((head) => Number(head.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) faults.push('not one h1');
  levels.reduce((before, level) => {
    if (level > before + 1) faults.push('a heading is left out');
    return level;
  }, 0);
  return faults;
})()
