import { recordRoutes } from '#web/records/record-routes.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { UserRoundPen } from '#web/ui/icon/icons.ts'
import { salespersons } from '../domain/contract.ts'

/** The pages of salespersons, and their menu entry. */
export const salespersonsRoutes: FeatureRoutes = {
  feature: 'salespersons',
  pages: recordRoutes(salespersons),
  menu: [
    {
      group: 'internal',
      key: 'salespersons',
      to: salespersons.pages.list,
      right: salespersons.rights.read,
      order: 42,
      icon: UserRoundPen,
    },
  ],
}
