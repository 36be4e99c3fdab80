/** The routes of the set-up that restore a backup. They answer only while the database has no account. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SET_UP_STATE_ADDRESS, type setUpRestoreState } from '#features/backup/domain/set-up.ts'
import {
  readRestoreFirst,
  restoreFirstLookups,
  restoreFirstUpload,
} from '#features/backup/server/set-up/restore-first.ts'
import { setupNeeded } from '#features/users/server/set-up.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { refuse } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/work.ts'
import { lookOfUpload, readBytes } from './file-routes.ts'
import { inputOf } from './app-routes.ts'
import { type SessionParts, SMALL_BODY } from './session-routes.ts'

type Parts = Pick<SessionParts, 'runner' | 'credentials' | 'outside'>

export async function restoreFirstRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { runner, credentials, outside } = parts
  const demandEmpty = async (request: FastifyRequest): Promise<void> => {
    credentials.demandOwnOrigin(request)
    if (!(await setupNeeded(runner.db))) refuse('refused', 'users.already-set-up')
  }

  app.get(SET_UP_STATE_ADDRESS, async (): Promise<OutputOf<typeof setUpRestoreState>> => {
    const needed = await setupNeeded(runner.db)
    return { needed, ...(needed ? await readRestoreFirst(runner.db) : { backups: [], restore: null }) }
  })

  for (const lookup of restoreFirstLookups) {
    app.post(`/app/${lookup.contract.name}`, SMALL_BODY, async (request) => {
      await demandEmpty(request)
      return runner.look(lookup, request.body ?? {}, SYSTEM, outside())
    })
  }

  await app.register(async (scope) => {
    readBytes(scope)
    const { contract, most } = restoreFirstUpload
    // whether somebody may send is decided before the body is read
    scope.post(`/app/${contract.name}`, { bodyLimit: most, onRequest: demandEmpty }, (request) =>
      runner.look(lookOfUpload(restoreFirstUpload, request), inputOf(request), SYSTEM, outside()),
    )
  })
}
