import { keyWithHash } from '#features/photos/domain/photo.ts'
import { drawPhoto, keepPhoto, type NewPhoto } from '#features/photos/server/new-photo.ts'
import { refuse } from '#kernel/refusal.ts'
import { lookup, type Work } from '#server/command.ts'
import { addTaskPhoto, MOST_PHOTOS } from '../../domain/work-contract.ts'
import { lockTask } from './lock-task.ts'
import { writeNote } from './note-task.ts'

/**
 * Adds a drawn photo to tasks as their last one. A task that has the same file already keeps it, so that a press sent again adds
 * nothing. Refuses too many.
 */
async function addTo(work: Work, taskIds: readonly number[], photo: NewPhoto): Promise<number> {
  let added = 0
  for (const id of taskIds) {
    const { task } = await lockTask(work, id)
    const photos = Array.isArray(task.photos) ? task.photos : []
    if (keyWithHash(photos, photo.hash) !== null) continue
    if (photos.length >= MOST_PHOTOS) refuse('refused', 'production.too-many-photos', { most: MOST_PHOTOS })
    if (added === 0) await keepPhoto(work, photo)
    await writeNote(work, task, { photos: [...photos, photo.key] })
    added += 1
  }
  return added
}

/** Stores a photo of tasks, also of finished ones, because an offline tablet sends it late. */
export const addTaskPhotoLookup = lookup(addTaskPhoto, async (reach, { taskIds, photo }) => {
  const drawn = await drawPhoto(reach, Buffer.from(photo, 'base64'))
  const ids = [...new Set(taskIds)].toSorted((a, b) => a - b)
  return { added: await reach.keep((work) => addTo(work, ids, drawn)) }
})
