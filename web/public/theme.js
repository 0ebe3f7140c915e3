// Before the first paint: the person's choice of theme and density.
(function () {
  try {
    var look = JSON.parse(localStorage.getItem("parlor.look") || "{}");
    var page = document.documentElement;
    if (look.theme === "light" || look.theme === "dark") page.dataset.theme = look.theme;
    if (look.density === "compact") page.dataset.density = look.density;
  } catch (_) {
    // Without storage the system decides.
  }
})();
