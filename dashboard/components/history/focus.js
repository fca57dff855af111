// A ring round the link that has the focus: Streamlit tints its ground by so little that it is hardly seen.
function showFocus() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("a:focus-visible { outline: 2px solid currentColor !important; outline-offset: -1px; }");
  document.adoptedStyleSheets.push(sheet);
}
