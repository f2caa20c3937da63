import { paper } from './paper.ts';

/** The invoice on paper; labels, isolates and the order of sums are made in invoice-pdf.ts. */
export const invoiceTemplate = `${paper}
#letterhead
#grid(
  columns: (1fr, auto),
  column-gutter: 8mm,
  {
    facts(d.facts)
    if "greeting" in d {
      v(4mm)
      d.greeting
    }
  },
  if "pay" in d {
    link(d.pay.url, align(center, {
      image(bytes(d.pay.code), format: "svg", width: 27mm)
      v(-2mm)
      text(size: 8pt, d.pay.label)
    }))
  },
)
#v(3mm)
#rows(d.columns, d.rows)
#v(2mm)
#sums(d.sums, d.total)
#if "memo" in d {
  v(5mm)
  d.memo
}
#if d.parties.len() > 0 {
  v(8mm)
  grid(
    columns: d.parties.map(_ => 1fr),
    column-gutter: 8mm,
    ..d.parties.map(party => block(breakable: false, {
      strong(party.label)
      v(1mm)
      party.lines.join(linebreak())
    })),
  )
}
`;
