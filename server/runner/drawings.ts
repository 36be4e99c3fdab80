/** Papers of a command: an attempt that needs one stops, it is drawn outside the transaction, and the next attempt finds it. */
import type { Paper } from '#kernel/paper.ts'
import { pdfOf } from '#server/papers/pdf.ts'

/** Stops an attempt that needs papers which have not been drawn yet. */
export class Undrawn extends Error {
  readonly papers: readonly Paper[]
  constructor(papers: readonly Paper[]) {
    super('Papers must be drawn first')
    this.papers = papers
  }
}

/** The papers drawn for one command, by their whole content. */
export type Drawings = Map<string, Uint8Array>

/** Draws the papers for which an attempt was stopped. */
export async function draw(drawings: Drawings, papers: readonly Paper[]): Promise<void> {
  for (const paper of papers) drawings.set(JSON.stringify(paper), await pdfOf(paper))
}

/** Returns the PDFs of papers, or stops the attempt if some are not drawn yet. */
export async function drawn(drawings: Drawings, papers: readonly Paper[]): Promise<readonly Uint8Array[]> {
  const known = papers.map((paper) => drawings.get(JSON.stringify(paper)))
  const missing = papers.filter((_paper, at) => known[at] === undefined)
  if (missing.length > 0) throw new Undrawn(missing)
  return known as Uint8Array[]
}
