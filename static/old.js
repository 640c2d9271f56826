// Where the pages cannot run, for want of modules or of import maps, a sentence stands instead of nothing. This is no
// module, and keeps to the words that such browsers know.
/* biome-ignore-all lint: browsers without arrow functions, let and optional chaining must read it */
(function () {
  var unfit = document.getElementById("unfit");
  var script = window.HTMLScriptElement;
  if (!unfit || (script && script.supports && script.supports("importmap"))) return;
  var wanted = (navigator.languages || [navigator.language || "en"]).slice().reverse();
  /** @type {HTMLElement[]} */
  var lines = [].slice.call(unfit.getElementsByTagName("p"));
  var chosen = lines[0];
  wanted.forEach(function (tag) {
    lines.forEach(function (line) {
      if (tag.toLowerCase().replace(/-.*/, "") === line.lang) chosen = line;
    });
  });
  lines.forEach(function (line) {
    line.hidden = line !== chosen;
  });
  unfit.removeAttribute("hidden");
})();
