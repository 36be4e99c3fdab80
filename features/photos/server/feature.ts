/** Declares what the feature photos adds to the server. */
import { feature } from '#server/feature.ts'
import { uploadPhoto } from './add-photo.ts'
import { arrangePhotosCommand, describePhotoCommand, removePhotoCommand, restorePhotoCommand } from './change-photos.ts'
import { photosOfProductQuery, productPictureQuery } from './queries.ts'
import { CLEAR_JOB, clearNightly, clearStore, unusedPhotos } from './sweep.ts'
import { owns } from './tables.ts'

export const photos = feature({
  name: 'photos',
  owns,
  commands: [arrangePhotosCommand, removePhotoCommand, restorePhotoCommand, describePhotoCommand],
  queries: [photosOfProductQuery],
  uploads: [uploadPhoto],
  pictures: [productPictureQuery],
  retentions: [unusedPhotos],
  schedules: [clearNightly],
  jobs: ({ runner, outside }) => ({
    [CLEAR_JOB]: { atOnce: 1, tries: 5, run: () => clearStore(runner.db, outside()) },
  }),
})
