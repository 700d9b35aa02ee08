/// The text between the tags `script` of the page that has filters, and text to copy. Without it,
/// everything is there but these. The address has the filters, so that it can be handed on.
let pageScript: StaticString = #"""

  "use strict"
  const form = document.getElementById("filters")
  // A field drops line breaks, which names may have.
  const plain = text => text.replace(/[\r\n]/g, "").toLowerCase()
  // What the page itself says of a finding is no word of it.
  const text = (article, file) => article.text ??= [...article.children]
    .filter(part => !part.matches(".allow"))
    .reduce((all, part) => all + part.textContent, file).toLowerCase()
  document.documentElement.classList.add("scripted")

  // Shows what the form asks for, and returns the address of that.
  function filter() {
    const choices = [...new FormData(form)].filter(([name, value]) => value !== "")
    const { words, rule, folder = "", owner, show } = Object.fromEntries(choices)
    const state = show === "all" ? "*" : show ? "." + show : ".e, .w"
    const parts = words?.toLowerCase().split(/\s+/) ?? []
    let count = 0
    for (const section of document.querySelectorAll(".file")) {
      const { file } = section.dataset
      // A folder with a slash at its start is a whole path; another one begins somewhere in it.
      const path = plain(file.includes("/") ? "/" + file : "/./" + file)
      const isIn = (!owner || owner === section.dataset.owner) && (folder[0] === "/"
        ? path.startsWith(plain(folder)) : path.includes("/" + plain(folder)))
      for (const article of section.querySelectorAll("article")) {
        const isShown = isIn && article.matches(state) && (!rule || article.dataset.rule === rule)
          && parts.every(part => text(article, file).includes(part))
        if (article.hidden === isShown) article.hidden = !isShown
        count += isShown
      }
      section.hidden = !section.querySelector("article:not([hidden])")
      for (const excused of section.querySelectorAll("details")) {
        excused.open = excused.querySelector("article:not([hidden])") !== null
        excused.hidden = !excused.open
      }
    }
    form.shown.value = [`${count.toLocaleString("en")} finding${count === 1 ? "" : "s"} shown`,
      ...choices.map(choice => choice.join(" "))].join("; ")
    document.documentElement.classList.toggle("filtered", choices.length !== 0)
    return "#" + new URLSearchParams(choices)
  }

  function read() {
    const target = document.querySelector("details:target")
    if (target) target.open = true
    if (location.hash !== "" && !location.hash.includes("=")) return
    form.reset()
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      const field = form.elements.namedItem(name)
      if (field) field.value = value
    }
    filter()
    if (location.hash !== "") document.getElementById("findings").scrollIntoView()
  }

  if (form) {
    let timer
    const write = () => history.replaceState(null, "", filter())
    form.hidden = false
    form.addEventListener("submit", event => event.preventDefault())
    form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(write, 120) })
    form.addEventListener("reset", () => setTimeout(write))
    for (const number of document.querySelectorAll(".number[data-rule], .number[data-folder]")) {
      const link = document.createElement("a")
      link.href = "#" + new URLSearchParams({ ...number.dataset })
      link.append(...number.childNodes)
      number.append(link)
    }
    addEventListener("hashchange", read)
    filter()
    if (location.hash !== "") read()
  }

  document.addEventListener("click", async event => {
    const button = event.target.closest(".allow button")
    if (!button) return
    getSelection().selectAllChildren(button.previousElementSibling)
    try {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent)
    } catch {
      // Some browsers let no page from the disk write to the clipboard in that way.
      if (!document.execCommand("copy")) return
    }
    button.textContent = "Copied"
    setTimeout(() => { button.textContent = "Copy" }, 2000)
  })

  """#

/// The hash of `pageScript`; the scene `html` computes it.
let pageScriptHash: StaticString = "sha256-qcxCgFSsA0owoyRyIU/tB1hZdMwKPbyya6fyCz3HYgI="
