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

  function boxes(name) {
    return [...form.querySelectorAll(`input[type=checkbox][name=${name}]`)]
  }

  // Whether a value is on among the boxes of a name; what has no box is.
  function chosen(name) {
    const off = boxes(name).filter(box => !box.checked).map(box => box.value)
    return value => !off.includes(value)
  }

  // A folder with a slash at its start is a whole path; another one begins somewhere in the path.
  function isWithin(path, folder) {
    if (folder === "/./") return !path.includes("/")
    // A field drops line breaks, which the name of a folder may have.
    const file = "/" + path.replace(/[\r\n]/g, "").toLowerCase()
    return folder.startsWith("/") ? file.startsWith(folder) : file.includes("/" + folder)
  }

  // What words are looked for in: the finding and its file, but not what the page says of it.
  function text(finding) {
    const parts = [...finding.element.children].filter(part => !part.matches(".allow"))
    finding.text ??= [finding.section.dataset.file, ...parts.map(part => part.textContent)]
      .join("\n").toLowerCase()
    return finding.text
  }

  function filter() {
    const words = form.words.value.toLowerCase().split(/\s+/).filter(word => word !== "")
    const [rule, owner] = [form.rule.value, form.owner?.value ?? ""]
    const [state, folder] = [form.state?.value ?? "", form.folder.value.toLowerCase()]
    const [hasSeverity, hasCode, hasKind] = ["severity", "code", "excused"].map(chosen)
    const seen = new Set()
    const counts = { reported: 0, excused: 0 }
    for (const finding of findings) {
      const { element, section, classes, isExcused } = finding
      const isShown = (isExcused ? state !== "" : state !== "excused")
        && (rule === "" || element.dataset.rule === rule)
        && (owner === "" || section.dataset.owner === owner)
        && (folder === "" || isWithin(section.dataset.file, folder))
        && (isExcused ? hasKind(["set", "src", "old"].find(kind => classes.contains(kind)))
          : hasSeverity(classes.contains("e") ? "e" : "w"))
        && hasCode(element.dataset.code ?? "product")
        && (!form.fixable?.checked || classes.contains("fix"))
        && words.every(word => text(finding).includes(word))
      if (isShown !== finding.isShown) element.hidden = !isShown
      finding.isShown = isShown
      if (!isShown) continue
      counts[isExcused ? "excused" : "reported"] += 1
      seen.add(section)
      if (isExcused) seen.add(element.parentElement)
    }
    for (const section of sections) section.hidden = !seen.has(section)
    for (const details of excused) {
      details.hidden = !seen.has(details)
      details.open = state !== ""
    }
    tell(counts, state)
  }

  // Says what is shown, above the findings and, on paper, on top.
  function tell(counts, state) {
    const choices = [...choicesOf(form).keys()].map(words).join(", ")
    const parts = []
    if (state !== "excused") parts.push(`${counts.reported} of ${reported} findings`)
    if (state !== "") {
      parts.push(`${counts.excused} of ${findings.length - reported} not reported`)
    }
    form.shown.value = parts.join(", ") + (choices === "" ? "" : `; shown: ${choices}`)
    document.documentElement.classList.toggle("filtered", choices !== "")
    document.getElementById("printed").textContent = form.shown.value
  }

  // e.g. "rule date-init", "errors"
  function words(name) {
    const labels = boxes(name).filter(box => box.checked).map(box => box.parentElement)
    if (name === "state") return form.state.selectedOptions[0].textContent
    if (boxes(name).length === 0) return `${name} ${form[name].value}`
    return labels.length === 0 ? `${name} none`
      : labels.map(label => label.textContent.replace(/\(\d+\)/, "").trim()).join(" and ")
  }

  // The filters that are set, as the address has them.
  function choicesOf(form) {
    const set = new URLSearchParams()
    for (const name of ["words", "rule", "folder", "owner", "state"]) {
      if ((form[name]?.value ?? "") !== "") set.set(name, form[name].value)
    }
    for (const name of ["severity", "code", "excused"]) {
      const on = boxes(name).filter(box => box.checked)
      if (on.length !== boxes(name).length) set.set(name, on.map(box => box.value).join(" "))
    }
    if (form.fixable?.checked) set.set("fixable", "on")
    return set
  }

  // Sets the filters that an address has.
  function read(address) {
    form.reset()
    for (const [name, value] of new URLSearchParams(address)) set(name, value)
    filter()
  }

  function set(name, value) {
    if (["severity", "code", "excused"].includes(name)) {
      for (const box of boxes(name)) box.checked = value.split(" ").includes(box.value)
    } else if (name === "fixable" && form.fixable) form.fixable.checked = true
    else if (["words", "rule", "folder", "owner", "state"].includes(name) && form[name]) {
      form[name].value = value
    }
  }

  if (form) {
    let timer
    form.hidden = false
    const isState = () => location.hash === "" || location.hash.includes("=")
    const write = how => history[how](null, "", "#" + choicesOf(form))
    form.addEventListener("submit", event => event.preventDefault())
    form.addEventListener("input", () => {
      clearTimeout(timer)
      timer = setTimeout(() => { filter(); write("replaceState") }, 120)
    })
    form.querySelector("button[type=reset]").addEventListener("click", event => {
      event.preventDefault()
      read("")
      write("pushState")
    })
    addEventListener("popstate", () => { if (isState()) read(location.hash.slice(1)) })
    read(isState() ? location.hash.slice(1) : "")
    if (location.hash.includes("=")) document.getElementById("findings").scrollIntoView()
    document.addEventListener("click", event => {
      const link = event.target.closest("main a[href='#findings']")
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      for (const [name, value] of Object.entries(link.dataset)) set(name, value)
      filter()
      write("pushState")
      document.getElementById("findings").scrollIntoView()
    })
  }

  document.addEventListener("click", async event => {
    const button = event.target.closest("p.allow button")
    if (!button) return
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
  })

  """#

/// The hash of `pageScript`; a test computes it.
let pageScriptHash: StaticString = "sha256-NrAZfMiCdqiyEkfq04rVC3lPKnvtTmjJJ896fxg2tWE="
