/** The routes of the set-up that restore a backup. They answer only while the database has no account. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setupNeeded } from '#app/server/http/set-up/set-up.ts'
import { refuse } from '#kernel/refusal.ts'
import { restoreFirst } from '#app/server/features.ts'
import { SYSTEM } from '#server/work.ts'
import { lookOfUpload, readBytes } from '../file-routes.ts'
import { inputOf } from '../app-routes.ts'
import { type SessionParts, SMALL_BODY } from '../session-routes.ts'

type Parts = Pick<SessionParts, 'runner' | 'credentials' | 'outside'>

export async function restoreFirstRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { runner, credentials, outside } = parts
  const demandEmpty = async (request: FastifyRequest): Promise<void> => {
    credentials.demandOwnOrigin(request)
    if (!(await setupNeeded(runner.db))) refuse('refused', 'users.already-set-up')
  }

  app.get(`/app/${restoreFirst.state}`, async () => restoreFirst.readState(runner.db, await setupNeeded(runner.db)))

  for (const lookup of restoreFirst.lookups) {
    app.post(`/app/${lookup.contract.name}`, SMALL_BODY, async (request) => {
      await demandEmpty(request)
      return runner.look(lookup, request.body ?? {}, SYSTEM, outside())
    })
  }

  await app.register(async (scope) => {
    readBytes(scope)
    const { contract, most } = restoreFirst.upload
    // whether somebody may send is decided before the body is read
    scope.post(`/app/${contract.name}`, { bodyLimit: most, onRequest: demandEmpty }, (request) =>
      runner.look(lookOfUpload(restoreFirst.upload, request), inputOf(request), SYSTEM, outside()),
    )
  })
}
