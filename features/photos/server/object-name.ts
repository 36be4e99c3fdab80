import type { PictureSize } from '#kernel/photo.ts'

/** Returns the name of one size of a photo in the object store. The largest has the key itself as its name. */
export const objectName = (key: string, size: PictureSize): string =>
  size === 'large' ? key : key.replace(/\.jpg$/, `-${size}.jpg`)
