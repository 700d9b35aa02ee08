/// What is between the tags `script` of the pages that have filters, or text to copy. Without it,
/// everything is there but these.
let pageScript: StaticString = #"""

  "use strict"
  const form = document.getElementById("filters")
  const findings = [...document.querySelectorAll("article")].map(element => ({
    element, section: element.closest("section"), classes: element.classList,
    isExcused: element.closest("details") !== null, isShown: true }))
  const sections = [...document.querySelectorAll("section.file")]
  const excused = [...document.querySelectorAll("details.excused")]
  const reported = findings.filter(finding => !finding.isExcused).length
  document.documentElement.classList.add("scripted")

  // What is on among the boxes of a name; all, if there are none.
  function chosen(name) {
    const boxes = [...form.querySelectorAll(`input[name=${name}]`)]
    const on = boxes.filter(box => box.checked).map(box => box.value)
    return boxes.length === 0 ? () => true : value => on.includes(value)
  }

  // A field drops line breaks, which the name of a folder may have.
  function isWithin(path, folder) {
    const file = path.replace(/[\r\n]/g, "")
    return folder === "" || file === folder || file.startsWith(folder + "/")
      || folder === "." && !file.includes("/")
  }

  // The text of a finding, with its file, in lower case.
  function text(finding) {
    const { section, element } = finding
    finding.text ??= (section.dataset.file + " " + element.textContent).toLowerCase()
    return finding.text
  }

  function filter() {
    const words = form.words.value.toLowerCase().split(/\s+/).filter(word => word !== "")
    const [rule, owner] = [form.rule.value, form.owner?.value ?? ""]
    const folder = form.folder.value.replace(/\/+$/, "")
    const [hasSeverity, hasCode] = [chosen("severity"), chosen("code")]
    const kinds = [...form.querySelectorAll("input[name=excused]:checked")].map(box => box.value)
    const seen = new Set()
    let shown = 0
    for (const finding of findings) {
      const { element, section, classes } = finding
      const isChosen = kinds.length === 0 || kinds.some(kind => classes.contains(kind))
      const isShown = (!finding.isExcused || isChosen)
        && (rule === "" || element.dataset.rule === rule)
        && (owner === "" || section.dataset.owner === owner)
        && isWithin(section.dataset.file, folder)
        && hasSeverity(classes.contains("e") ? "e" : "w")
        && hasCode(element.dataset.code ?? "product")
        && words.every(word => text(finding).includes(word))
      if (isShown !== finding.isShown) element.hidden = !isShown
      finding.isShown = isShown
      if (!isShown) continue
      if (finding.isExcused) seen.add(element.parentElement)
      else shown += 1
      if (!finding.isExcused || kinds.length !== 0) seen.add(section)
    }
    for (const section of sections) section.hidden = !seen.has(section)
    for (const details of excused) {
      details.hidden = !seen.has(details)
      if (kinds.length !== 0) details.open = true
    }
    const more = kinds.length === 0 ? "" : ", and those not reported"
    form.shown.value = `${shown} of ${reported} findings${more}`
  }

  if (form) {
    let timer
    form.hidden = false
    filter()
    form.addEventListener("submit", event => event.preventDefault())
    form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(filter, 120) })
    form.addEventListener("reset", () => setTimeout(() => {
      for (const details of excused) details.open = false
      filter()
    }))
  }

  document.addEventListener("click", event => {
    const link = event.target.closest("main a[data-rule], main a[data-folder], main a[data-owner]")
    if (link && form) {
      form.reset()
      for (const [name, value] of Object.entries(link.dataset)) form.elements[name].value = value
      filter()
    }
    const button = event.target.closest("p.allow button")
    if (button) copy(button)
  })

  async function copy(button) {
    const code = button.previousElementSibling
    getSelection().selectAllChildren(code)
    try {
      await navigator.clipboard.writeText(code.textContent)
    } catch {
      // Some browsers let no page from the disk write to the clipboard in that way.
      if (!document.execCommand("copy")) return
    }
    button.textContent = "Copied"
    setTimeout(() => { button.textContent = "Copy" }, 2000)
  }

  """#

/// The hash of `pageScript`; a test computes it.
let pageScriptHash: StaticString = "sha256-Mj7tGh3XCGEEt6M340G5Rnn+Jbg3u8T4sU4jglDsWj4="
