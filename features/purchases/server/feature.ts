/** Declares what the feature purchases adds to the server. */
import { feature } from '#server/feature.ts'

export const purchases = feature({ name: 'purchases' })
