import { LOADING_PART } from '#features/shipping/web/loading/loading-parts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'

const notes = LOADING_PART.part({ key: 'delivery-notes', Part: lazyPart(() => import('./NotesPanel.tsx')) })

/** Movement has no page. It adds the delivery notes to the loading page and to the driver's page. */
export const movementRoutes: FeatureRoutes = { feature: 'movement', pages: [], menu: [], parts: [notes] }
