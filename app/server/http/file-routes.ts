/**
 * Routes for files: `POST /app/<upload>?input=<JSON>` with the file as body, and `GET /app/<download>?input=<JSON>`. Pictures
 * have addresses like downloads.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPictureKey, PICTURE_QUERY } from '#kernel/photo.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Download, Picture, SlowUpload, Upload } from '#server/bytes.ts'
import { type Actor, demand, type Lookup } from '#server/command.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { Runner } from '#server/runner.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { inputOf } from './app-routes.ts'
import { type Credentials, hasCredentials } from './credentials.ts'
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

/** Makes every body of these routes bytes. */
export function readBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Returns the lookup that receives the file of a request. */
export const lookOfUpload = (uploaded: SlowUpload, request: FastifyRequest): Lookup => ({
  contract: uploaded.contract,
  look: (reach, parsed) => uploaded.look(reach, parsed, bodyOf(request)),
})

export async function fileRoutes(
  app: FastifyInstance,
  { runner, credentials, uploads, downloads, pictures, outside }: FileParts,
): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Actor>()

  // in a separate scope, because only here a body is bytes and may be larger
  await app.register(async (scope) => {
    readBytes(scope)
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
          if ('keep' in uploaded)
            return runner.work(actor, contract.name, (work) => uploaded.keep(work, input, bodyOf(request)))
          return runner.look(lookOfUpload(uploaded, request), inputOf(request), actor, outside())
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
      const reach = { rows: runner.db, outside: outside(), sealing: runner.sealing }
      const file = stored === undefined || !download.open ? bytesOf(content) : await download.open(reach, stored)
      return reply
        .type(mediaType)
        .header('content-disposition', dispositionOf('attachment', name))
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, no-store')
        .send(file)
    })
  }

  pictureRoutes(app, { runner, credentials, pictures, outside })
}

/** Adds the addresses of pictures: those of the queries, and the keys of photos in records of the data API (C-22). */
function pictureRoutes(
  app: FastifyInstance,
  { runner, credentials, pictures, outside }: Omit<FileParts, 'uploads' | 'downloads'>,
): void {
  const sendPicture = async (
    { request, reply, found }: { request: FastifyRequest; reply: FastifyReply; found: Picture },
    input: (request: FastifyRequest) => unknown,
  ): Promise<FastifyReply> => {
    const { actor } = await credentials.callerOf(request, false)
    const { name, content } = await runner.telling(actor, found.contract.name, () =>
      runner.ask(found, input(request), actor),
    )
    return reply
      .type('image/jpeg')
      .header('content-disposition', 'inline')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', FOR_EVER)
      .send(content === null ? await fromStore(outside(), name) : bytesOf(content))
  }
  for (const found of pictures) {
    app.get(`/app/${found.contract.name}`, (request, reply) => sendPicture({ request, reply, found }, inputOf))
    if (found.contract.name !== PICTURE_QUERY) continue
    app.get('/images/:file', (request, reply) => {
      if (!hasCredentials(request, credentials)) refuse('unauthenticated', 'session-missing')
      return sendPicture({ request, reply, found }, keyInAddress)
    })
  }
}

/** Returns the input for the largest picture of the photo whose key is the address. */
function keyInAddress({ params }: FastifyRequest): unknown {
  const key = `images/${(params as { file: string }).file}`
  return isPictureKey(key) ? { key, size: 'large' } : refuse('missing', 'photos.missing')
}

const bytesOf = (content: Uint8Array): Buffer => Buffer.from(content.buffer, content.byteOffset, content.length)

/** Returns the bytes of a picture from the object store. Refuses if the store does not have it or does not answer. */
async function fromStore({ objects }: Outside, name: string): Promise<Buffer> {
  const answer = await objects?.get(name)
  if (answer?.kind === 'found') return answer.content
  return answer?.kind === 'absent' ? refuse('missing', 'photos.missing') : refuse('unavailable', 'photos.store-silent')
}
