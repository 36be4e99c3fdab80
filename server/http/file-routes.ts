/**
 * Routes for files: `POST /app/<upload>?input=<JSON>` with the file as body, and `GET /app/<download>?input=<JSON>`. Pictures
 * have addresses like downloads.
 */
import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#kernel/refusal.ts'
import type { Download, Picture, Upload } from '#server/bytes.ts'
import { type Actor, demand, type Lookup } from '#server/command.ts'
import type { Outside } from '#server/integrations/ports.ts'
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
  readonly pictures: readonly Picture[]
  readonly outside: () => Outside
}

/** A year, which is as long as browsers keep anything. `private`: no proxy keeps what needs a session. */
const FOR_EVER = 'private, max-age=31536000, immutable'

export async function fileRoutes(
  app: FastifyInstance,
  { runner, credentials, uploads, downloads, pictures, outside }: FileParts,
): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Actor>()

  // in a separate scope, because only here a body is bytes and may be larger
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
    for (const uploaded of uploads) {
      const { contract, most } = uploaded
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
          if ('keep' in uploaded)
            return runner.work(actor, contract.name, (work) => uploaded.keep(work, input, content))
          const look: Lookup = { contract, look: (reach, parsed) => uploaded.look(reach, parsed, content) }
          return runner.look(look, inputOf(request), actor, outside())
        },
      })
    }
  })

  for (const download of downloads) {
    app.get(`/app/${download.contract.name}`, async (request, reply) => {
      const { actor } = await credentials.callerOf(request, false)
      const { name, mediaType, content, stored } = await runner.telling(actor, download.contract.name, () =>
        runner.ask(download, inputOf(request), actor),
      )
      return reply
        .type(mediaType)
        .header('content-disposition', dispositionOf('attachment', name))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, no-store')
        .send(stored === undefined ? bytesOf(content) : await fromFolder(outside(), stored))
    })
  }

  for (const found of pictures) {
    app.get(`/app/${found.contract.name}`, async (request, reply) => {
      const { actor } = await credentials.callerOf(request, false)
      const { name, content } = await runner.telling(actor, found.contract.name, () =>
        runner.ask(found, inputOf(request), actor),
      )
      return reply
        .type('image/jpeg')
        .header('content-disposition', 'inline')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', FOR_EVER)
        .send(content === null ? await fromStore(outside(), name) : bytesOf(content))
    })
  }
}

const bytesOf = (content: Uint8Array): Buffer => Buffer.from(content.buffer, content.byteOffset, content.length)

/** Returns the bytes of a picture from the object store. Refuses if the store does not have it or does not answer. */
async function fromStore({ objects }: Outside, name: string): Promise<Buffer> {
  const answer = await objects?.get(name)
  if (answer?.kind === 'found') return answer.content
  return answer?.kind === 'absent' ? refuse('missing', 'photos.missing') : refuse('unavailable', 'photos.store-silent')
}

/** Returns a file of the folder of backups, to be read while it is sent. Refuses if it is not there. */
async function fromFolder({ backups }: Outside, name: string): Promise<ReadStream> {
  const path = backups && join(backups.folder, basename(name))
  const found = path === null ? null : await stat(path).catch(() => null)
  return path !== null && found?.isFile() ? createReadStream(path) : refuse('missing', 'backup.no-file')
}
