/** Declares what the feature providers adds to the server. */
import { feature } from '#server/feature.ts'

export const providers = feature({ name: 'providers' })
