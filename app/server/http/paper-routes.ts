/**
 * Routes for papers as PDF: `GET /app/<paper>.pdf?input=<JSON>`, with the credentials and rights of the query of that
 * name. With `&print=1` the PDF opens the print dialog of its reader.
 */
import type { FastifyInstance } from 'fastify'
import type { Paper } from '#server/command.ts'
import type { Outside } from '#server/integrations/ports.ts'
import { withPictures } from '#server/papers/card-pictures.ts'
import { onePdfOf, PDF_TYPE } from '#server/papers/pdf.ts'
import type { Runner } from '#server/runner.ts'
import { inputOf } from './app-routes.ts'
import type { Credentials } from './credentials.ts'
import { dispositionOf } from './disposition.ts'

export type PaperParts = {
  readonly runner: Runner
  readonly credentials: Credentials
  readonly papers: readonly Paper[]
  readonly outside: () => Outside
}

export function paperRoutes(app: FastifyInstance, { runner, credentials, papers, outside }: PaperParts): void {
  for (const paper of papers) {
    const name = `${paper.contract.name}.pdf`
    app.get(`/app/${name}`, async (request, reply) => {
      const { actor } = await credentials.callerOf(request, false)
      const made = await runner.telling(actor, paper.contract.name, () => runner.ask(paper, inputOf(request), actor))
      const drawable = 'cards' in made ? await withPictures(made, outside()) : made
      return reply
        .type(PDF_TYPE)
        .header('content-disposition', dispositionOf('inline', made.fileName, name))
        .header('cache-control', 'private, no-store')
        .send(await onePdfOf(drawable, (request.query as { print?: unknown }).print !== undefined))
    })
  }
}
