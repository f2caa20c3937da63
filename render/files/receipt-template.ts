import { paper } from './paper.ts';

/** The receipt on paper; its words and figures are made in receipt-pdf.ts. */
export const receiptTemplate = `${paper}
#letterhead
#facts(d.facts)
#if d.customer.len() > 0 {
  v(3mm)
  facts(d.customer)
}
#v(4mm)
#sums(d.sums, d.total)
#if d.sources.len() > 0 { beside(d.sources) }
#if "afterwards" in d {
  v(6mm)
  block(sticky: true, text(size: 11pt, weight: "bold", d.afterwards.heading))
  rows(d.afterwards.columns, d.afterwards.rows)
  v(2mm)
  sums(d.afterwards.sums, d.afterwards.total)
}
#if d.parameters.len() > 0 {
  v(6mm)
  block(sticky: true, text(size: 11pt, weight: "bold", d.said))
  facts(d.parameters)
}
`;
