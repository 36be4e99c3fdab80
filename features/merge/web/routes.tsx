import { CUSTOMER_ACTION, CUSTOMER_HISTORY, CUSTOMER_NOTICE } from '#features/customers/web/customer-parts.ts'
import { PROVIDER_ACTION, PROVIDER_HISTORY, PROVIDER_NOTICE } from '#features/providers/web/provider-parts.ts'
import { lazyPart, recordPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { mergeRights } from '../domain/rights.ts'

const merges = () => import('./party-merges.tsx')
const page = () => import('./MergePage.tsx')
const buttons = () => import('./MergeButton.tsx')

const parts = [
  CUSTOMER_ACTION.part({
    key: 'merge',
    Part: recordPart('customers', async () => (await buttons()).MergeCustomer),
  }),
  CUSTOMER_NOTICE.part({
    key: 'merged',
    Part: lazyPart(() => merges().then(({ CustomerNotice }) => ({ default: CustomerNotice }))),
  }),
  CUSTOMER_HISTORY.part({
    key: 'merges',
    Part: lazyPart(() => merges().then(({ CustomerMerges }) => ({ default: CustomerMerges }))),
  }),
  PROVIDER_ACTION.part({
    key: 'merge',
    Part: recordPart('providers', async () => (await buttons()).MergeProvider),
  }),
  PROVIDER_NOTICE.part({
    key: 'merged',
    Part: lazyPart(() => merges().then(({ ProviderNotice }) => ({ default: ProviderNotice }))),
  }),
  PROVIDER_HISTORY.part({
    key: 'merges',
    Part: lazyPart(() => merges().then(({ ProviderMerges }) => ({ default: ProviderMerges }))),
  }),
]

/** The pages that merge two customers or two providers, and what merges add to their pages. */
export const mergeRoutes: FeatureRoutes = {
  feature: 'merge',
  pages: [
    {
      path: '/merge-customers',
      layout: 'main',
      right: mergeRights.write,
      titleKey: 'title.merge-customers',
      load: () => page().then(({ MergeCustomersPage }) => ({ default: MergeCustomersPage })),
    },
    {
      path: '/merge-providers',
      layout: 'main',
      right: mergeRights.write,
      titleKey: 'title.merge-providers',
      load: () => page().then(({ MergeProvidersPage }) => ({ default: MergeProvidersPage })),
    },
  ],
  menu: [],
  parts,
}
