import { renewPhotoUses } from '#features/photos/server/photo-uses.ts'
import { changes } from '#kernel/changes.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { noteTask } from '../../domain/work-contract.ts'
import { type LockedTask, lockTask } from './lock-task.ts'

/** The comments and photos of a task. A missing one stays as it is. */
export type TaskNote = { readonly comments?: string | undefined; readonly photos?: unknown }

/** Stores the comments and photos of a locked task. Equal ones change nothing. Refuses the key of a photo that is not stored. */
export async function writeNote(work: Work, task: LockedTask, { comments, photos }: TaskNote): Promise<void> {
  const now = { comments: comments ?? task.comments, photos: photos ?? task.photos }
  const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0)
  const samePhotos = JSON.stringify(now.photos) === JSON.stringify(task.photos)
  if (now.comments === task.comments && samePhotos) return
  await work.tx.run(sql`
    update tasks set comments = ${now.comments}, photos = ${JSON.stringify(now.photos)}::jsonb,
      updated_at = ${work.now}::timestamptz, version = version + 1
    where id = ${task.id}`)
  await renewPhotoUses(work, { entity: 'tasks', id: task.id }, task.photos, now.photos)
  work.record({
    entity: 'tasks',
    id: task.id,
    changes: changes(
      { comments: task.comments, photos: count(task.photos) },
      { comments: now.comments, photos: count(now.photos) },
    ),
  })
}

export const noteTaskCommand = lockingCommand(noteTask, async (work, { taskId, ...note }) => {
  const { task } = await lockTask(work, taskId)
  await writeNote(work, task, note)
  return { taskId }
})
