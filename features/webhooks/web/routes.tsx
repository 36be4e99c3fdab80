import { Webhook } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { webhooksRights } from '../domain/rights.ts'

/** The page of the receivers of events. */
export const webhooksRoutes: FeatureRoutes = {
  feature: 'webhooks',
  pages: [
    {
      path: '/webhooks',
      layout: 'main',
      right: webhooksRights.write,
      titleKey: 'title.webhooks',
      load: () => import('./WebhooksPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/settings',
      settings: 'people',
      key: 'webhooks',
      to: '/webhooks',
      right: webhooksRights.write,
      order: 35,
      icon: Webhook,
      count: {
        query: async () => (await import('../domain/contract.ts')).countStopped,
        input: {},
        textKey: 'menu.stopped',
      },
    },
  ],
}
