/**
 * Routes for files: `POST /app/<upload>?input=<JSON>` with the file as body, and `GET /app/<download>?input=<JSON>`.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/refusal.ts'
import type { Download, Upload } from '#server/bytes.ts'
import { type Actor, demand } from '#server/command.ts'
import type { Runner } from '#server/runner.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { inputOf } from './app-routes.ts'
import type { Credentials } from './credentials.ts'
import { dispositionOf } from './disposition.ts'

export type FileParts = {
  readonly runner: Runner
  readonly credentials: Credentials
  readonly uploads: readonly Upload[]
  readonly downloads: readonly Download[]
}

export async function fileRoutes(
  app: FastifyInstance,
  { runner, credentials, uploads, downloads }: FileParts,
): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Actor>()

  // in a separate scope, because only here a body is bytes and may be larger
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
    for (const { contract, most, keep } of uploads) {
      scope.post(`/app/${contract.name}`, {
        bodyLimit: most,
        // the caller and the input are checked before the body is read
        onRequest: async (request) => {
          const { actor } = await credentials.callerOf(request, true)
          await runner.telling(actor, contract.name, async () => {
            demand(actor, contract.right)
            parseInput(contract.input, inputOf(request))
          })
          callers.set(request, actor)
        },
        handler: (request) => {
          const actor = callers.get(request) ?? refuse('unauthenticated', 'session-missing')
          const input = parseInput(contract.input, inputOf(request))
          const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          return runner.work(actor, contract.name, (work) => keep(work, input, content))
        },
      })
    }
  })

  for (const download of downloads) {
    app.get(`/app/${download.contract.name}`, async (request, reply) => {
      const { actor } = await credentials.callerOf(request, false)
      const { name, mediaType, content } = await runner.telling(actor, download.contract.name, () =>
        runner.ask(download, inputOf(request), actor),
      )
      return reply
        .type(mediaType)
        .header('content-disposition', dispositionOf('attachment', name))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(content.buffer, content.byteOffset, content.length))
    })
  }
}
