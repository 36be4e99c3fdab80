/** Declares what the feature dashboard adds to the server. */
import { feature } from '#server/feature.ts'
import { firstStepsQuery } from './first-steps.ts'
import { dashboardLinesQuery } from './lines.ts'

export const dashboard = feature({ name: 'dashboard', queries: [firstStepsQuery, dashboardLinesQuery] })
