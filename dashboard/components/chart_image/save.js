// A picture as a file: SVG as on the page, PNG for a slide of this width, with the page's own fonts inside.
const SLIDE_WIDTH = 1600;

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function saveSvg(chart, look, name) {
  const { text } = picture(chart, look);
  download(new Blob([await withFonts(text)], { type: "image/svg+xml" }), `${name}.svg`);
}

async function savePng(chart, look, name) {
  download(await png(chart, look), `${name}.png`);
}

// Safari lets a page copy only what it is promised within the click.
async function copyPng(chart, look) {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png(chart, look) })]);
}

async function png(chart, look) {
  const made = await slide(chart, look);
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(await withFonts(made.text));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SLIDE_WIDTH;
  canvas.height = Math.round((made.height * SLIDE_WIDTH) / made.width);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the browser made no PNG");
  return blob;
}

// An image sees none of the page's fonts, nor does a file that is opened elsewhere: those that it names
// go into it. A report has none, and is drawn in the reader's fonts.
async function withFonts(text) {
  const faces = await Promise.all(fontRules().filter((face) => text.includes(face.family)).map(embedded));
  return text.replace("</desc>", `</desc><style>${faces.join("\n")}</style>`);
}

function fontRules() {
  const found = [];
  for (const sheet of document.styleSheets) {
    let rules = [];
    try {
      rules = sheet.cssRules;
    } catch {
      continue; // a sheet of another origin keeps its rules to itself
    }
    for (const rule of rules) {
      if (!(rule instanceof CSSFontFaceRule) || rule.style.getPropertyValue("font-style") === "italic") continue;
      const address = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue("src"));
      const family = rule.style.getPropertyValue("font-family").replace(/["']/g, "");
      const weight = rule.style.getPropertyValue("font-weight") || "normal";
      if (address) found.push({ family, weight, address: new URL(address[1], sheet.href ?? document.baseURI) });
    }
  }
  return found;
}

async function embedded({ family, weight, address }) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) return "";
    const blob = await answer.blob();
    const data = await new Promise((done, failed) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.onerror = failed;
      reader.readAsDataURL(blob);
    });
    return `@font-face { font-family: "${family}"; font-weight: ${weight}; src: url("${data}"); }`;
  } catch {
    return "";
  }
}
