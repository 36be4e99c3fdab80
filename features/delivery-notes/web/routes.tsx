import { DIFFERENCE_PRESS } from '#features/invoicing/web/tax-office/difference-parts.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { LOADING_PART } from '#features/shipping/web/loading/loading-parts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'

const notes = LOADING_PART.part({ key: 'delivery-notes', Part: lazyPart(() => import('./NotesPanel.tsx')) })

const ofDifference = DIFFERENCE_PRESS.part({
  key: 'delivery-notes',
  Presses: lazyPart(() => import('./DifferenceOfNote.tsx')),
})

/** Declares the labels with the QR codes of notes. Movement adds the notes to the loading page and to the driver's page, and its buttons to the comparison with the tax office. */
export const deliveryNotesRoutes: FeatureRoutes = {
  feature: 'movement',
  pages: [
    {
      path: '/note-labels/$id',
      layout: 'bare',
      right: shippingRights.view,
      titleKey: 'labels.title',
      load: () => import('./labels/NoteLabelsPage.tsx'),
    },
  ],
  menu: [],
  parts: [notes, ofDifference],
}
