import { CUSTOMER_ACTION, CUSTOMER_HISTORY, CUSTOMER_NOTICE } from '#features/customers/web/customer-parts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { mergeRights } from '../domain/rights.ts'
import MergeButton from './MergeButton.tsx'

// loaded with the page, so that the buttons beside it do not move
const merge = CUSTOMER_ACTION.part({ key: 'merge', Part: MergeButton })
const merged = CUSTOMER_NOTICE.part({ key: 'merged', Part: lazyPart(() => import('./MergedNotice.tsx')) })
const merges = CUSTOMER_HISTORY.part({ key: 'merges', Part: lazyPart(() => import('./CustomerMerges.tsx')) })

/** The page that merges two customers, and what merges add to the page of a customer. */
export const mergeRoutes: FeatureRoutes = {
  feature: 'merge',
  pages: [
    {
      path: '/merge-customers',
      layout: 'main',
      right: mergeRights.write,
      titleKey: 'title.merge-customers',
      load: () => import('./MergeCustomersPage.tsx'),
    },
  ],
  menu: [],
  parts: [merge, merged, merges],
}
