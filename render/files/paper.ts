/** A document to be set: a template of ours and the data that it shows. */
export interface Sheet {
  /** Typst; never anything that somebody else has written. */
  readonly template: string;
  /** JSON. The template reads it as data, so nothing in it can become markup. */
  readonly data: string;
  /** A PNG or a JPEG. Where it cannot be read, the document has none. */
  readonly logo?: Uint8Array;
  /** Seconds since 1970: the same sheet gives the same bytes. */
  readonly createdAt: number;
}

/**
 * What all papers have in common, as the beginning of their templates: fonts, margins, the name on every page, its number, and
 * the pieces of which they are made. Every word and number comes as data, so that languages differ only in their direction.
 */
export const paper = `
#let d = json(bytes(sys.inputs.data))
#let faint = luma(90)
#let accent = if "accent" in d { rgb(d.accent) } else { black }
#let rule = if "accent" in d { accent } else { luma(150) }
#set document(title: d.title, date: auto)
#set text(
  font: "IBM Plex Sans Arabic",
  size: 9.5pt,
  lang: d.language,
  dir: if d.language == "ar" { rtl } else { ltr },
)
#set page(
  paper: "a4",
  margin: (x: 18mm, top: 20mm, bottom: 22mm),
  header: context if here().page() > 1 {
    set text(size: 8pt, fill: faint)
    grid(
      columns: (1fr, auto),
      column-gutter: 8mm,
      align: (start + bottom, end + bottom),
      d.merchant, [#d.heading #d.number],
    )
    v(-1.6mm)
    line(length: 100%, stroke: 0.4pt + luma(200))
  },
  footer: context align(center, text(size: 8pt, fill: faint)[
    #d.number #h(1.5em) #d.page.replace("{page}", str(here().page())).replace("{pages}", str(counter(page).final().first()))
  ]),
)
#set par(leading: 0.6em)
#let quiet(body) = text(fill: faint, body)
#let strong(body) = text(weight: "bold", body)

// As high as the letterhead has room for, unless it would be too wide then.
#let logo = context {
  let high = image(sys.inputs.logo, height: 16mm)
  if measure(high).width > 44mm { image(sys.inputs.logo, width: 44mm) } else { high }
}

#let letterhead = {
  grid(
    columns: (1fr, auto),
    column-gutter: 8mm,
    align: (start + horizon, end + horizon),
    if sys.inputs.logo == "" { text(size: 15pt, weight: "bold", d.merchant) } else {
      grid(
        columns: (auto, 1fr),
        column-gutter: 4mm,
        align: (start + horizon, start + horizon),
        logo,
        text(size: 15pt, weight: "bold", d.merchant),
      )
    },
    text(size: 21pt, weight: "bold", fill: accent, d.heading),
  )
  if "warning" in d {
    v(2mm)
    block(width: 100%, fill: luma(235), inset: 2mm, align(center, text(size: 8.5pt, weight: "bold", d.warning)))
  }
  v(2mm)
  line(length: 100%, stroke: (if "accent" in d { 1.2pt } else { 0.6pt }) + rule)
  v(1mm)
}

#let facts(rows) = grid(
  columns: (auto, 1fr),
  column-gutter: 8mm,
  row-gutter: 2.4mm,
  ..rows.map(((label, value)) => (quiet(label), strong(value))).flatten(),
)

#let lines(rows) = grid(
  columns: (1fr, auto),
  column-gutter: 4mm,
  row-gutter: 2.4mm,
  inset: (x: 2mm),
  align: (start, end),
  ..rows.flatten(),
)
#let column(body) = block(breakable: false, width: 100%, align(end, block(width: 88mm, body)))
#let beside(rows) = column(lines(rows))

#let sums(rows, total) = column({
  lines(rows)
  v(2mm)
  line(length: 100%, stroke: 0.6pt)
  v(-3.2mm)
  line(length: 100%, stroke: 0.6pt)
  v(1mm)
  grid(
    columns: (1fr, auto),
    column-gutter: 4mm,
    inset: (x: 2mm),
    align: (start, end),
    text(size: 12pt, weight: "bold", total.at(0)),
    text(size: 12pt, weight: "bold", total.at(1)),
  )
})

#let rows(columns, cells) = table(
  columns: columns.map(column => if column.share > 0 { column.share * 1fr } else { auto }),
  align: (index, _) => (if columns.at(index).word { start } else { end }) + top,
  stroke: (_, row) => (bottom: if row == 0 { 0.8pt + luma(60) } else { 0.4pt + luma(200) }),
  inset: (x: 2mm, y: 2.2mm),
  table.header(..columns.map(column => text(size: 8.5pt, weight: "bold", column.label))),
  ..cells.flatten().map(cell => {
    cell.text
    if "note" in cell {
      linebreak()
      text(size: 7.5pt, fill: faint, cell.note)
    }
  }),
)
`;
