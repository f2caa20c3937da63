/**
 * The invoice on paper. Every word and number of it comes as data, so that languages differ only in their direction;
 * labels, isolates and the order of sums are made in invoice-pdf.ts.
 */
export const invoiceTemplate = `
#let d = json(bytes(sys.inputs.data))
#set document(title: d.title, date: auto)
#set text(
  font: "IBM Plex Sans Arabic",
  size: 9.5pt,
  lang: d.language,
  dir: if d.language == "ar" { rtl } else { ltr },
)
#set page(
  paper: "a4",
  margin: (x: 18mm, top: 18mm, bottom: 22mm),
  footer: context align(center, text(size: 8pt, fill: luma(90))[
    #d.number #h(1.5em) #d.page.replace("{page}", str(here().page())).replace("{pages}", str(counter(page).final().first()))
  ]),
)
#set par(leading: 0.6em)
#let quiet(body) = text(fill: luma(90), body)

#grid(
  columns: (1fr, auto),
  align: (start + horizon, end + horizon),
  text(size: 15pt, weight: "bold", d.merchant),
  text(size: 21pt, weight: "bold", d.heading),
)
#v(4mm)
#line(length: 100%, stroke: 0.6pt + luma(150))
#v(3mm)
#grid(
  columns: (auto, 1fr),
  column-gutter: 8mm,
  row-gutter: 2.4mm,
  ..d.facts.map(((label, value)) => (quiet(label), text(weight: "bold", value))).flatten(),
)
#if "greeting" in d [
  #v(4mm)
  #d.greeting
]
#v(5mm)
#table(
  columns: d.columns.map(column => if column.wide { 2.4fr } else if column.word { 1fr } else { auto }),
  align: (index, _) => (if d.columns.at(index).wide or d.columns.at(index).word { start } else { end }) + top,
  stroke: (_, row) => (bottom: if row == 0 { 0.8pt + luma(60) } else { 0.4pt + luma(200) }),
  inset: (x: 2mm, y: 2.2mm),
  table.header(..d.columns.map(column => text(size: 8.5pt, weight: "bold", column.label))),
  ..d.rows.flatten().map(cell => {
    cell.text
    if "note" in cell {
      linebreak()
      text(size: 7.5pt, fill: luma(90), cell.note)
    }
  }),
)
#v(2mm)
#block(breakable: false, width: 100%, align(end, block(width: 88mm, {
  grid(
    columns: (1fr, auto),
    row-gutter: 2.4mm,
    inset: (x: 2mm),
    align: (start, end),
    ..d.sums.map(((label, value)) => (label, value)).flatten(),
  )
  v(2mm)
  line(length: 100%, stroke: 0.6pt)
  v(-3.2mm)
  line(length: 100%, stroke: 0.6pt)
  v(1mm)
  grid(
    columns: (1fr, auto),
    inset: (x: 2mm),
    align: (start, end),
    text(size: 12pt, weight: "bold", d.total.at(0)),
    text(size: 12pt, weight: "bold", d.total.at(1)),
  )
})))
#if d.parties.len() > 0 {
  v(8mm)
  grid(
    columns: d.parties.map(_ => 1fr),
    column-gutter: 8mm,
    ..d.parties.map(party => block(breakable: false, {
      text(weight: "bold", party.label)
      v(1mm)
      party.lines.join(linebreak())
    })),
  )
}
`;
