// The theme that was chosen, before anything is painted; a button with the id "theme" changes it.

(() => {
  const THEMES = ["system", "light", "dark"];
  const root = document.documentElement;
  let theme = "system";
  try {
    theme = THEMES.find((known) => known === localStorage.getItem("theme")) ?? theme;
  } catch {
    // a page in a frame, or a browser that keeps nothing
  }

  function show() {
    root.dataset.theme = theme;
    const button = document.getElementById("theme");
    if (!button) return;
    button.setAttribute("aria-label", `Theme: ${theme}`);
    button.title = `Theme: ${theme}`;
  }

  root.dataset.theme = theme;
  root.toggleAttribute("data-projector", new URLSearchParams(location.search).has("projector")); // large, for a whole room
  document.addEventListener("DOMContentLoaded", () => {
    show();
    document.getElementById("theme")?.addEventListener("click", () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      show();
      try {
        localStorage.setItem("theme", theme);
      } catch {
        // then it holds for this page
      }
    });
  });
})();
