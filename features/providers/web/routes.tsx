import { Factory, Scale } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { recordPreview } from '#web/ui/table/preview/record-previews.ts'
import { providersEntity } from '../domain/entity.ts'
import { providersRights } from '../domain/rights.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'

/** The pages of providers and their menu entries. */
export const providersRoutes: FeatureRoutes = {
  feature: 'providers',
  pages: [
    {
      path: '/providers',
      layout: 'main',
      right: providersRights.read,
      titleKey: 'title.list',
      load: () => import('./ProvidersPage.tsx'),
    },
    {
      path: '/createprovider',
      layout: 'main',
      right: providersRights.write,
      titleKey: 'title.create',
      load: () => import('./CreateProviderPage.tsx'),
    },
    {
      path: '/provider-detail/$id',
      layout: 'main',
      right: providersRights.read,
      titleKey: 'title.detail',
      load: () => import('./page/ProviderPage.tsx'),
    },
    {
      path: '/dashboardproviders',
      layout: 'main',
      right: providersRights.read,
      titleKey: 'title.balances',
      load: () => import('./ProviderBalancesPage.tsx'),
    },
    { path: '/provider-detail', redirect: '/providers' },
  ],
  found: [{ entity: providersEntity, icon: Factory }],
  menu: [
    { group: 'internal', key: 'providers', to: '/providers', right: providersRights.read, order: 25, icon: Factory },
    {
      group: 'internal',
      parentKey: 'views',
      key: 'provider-balances',
      to: '/dashboardproviders',
      right: providersRights.read,
      order: 25,
      icon: Scale,
    },
  ],
  parts: [
    paletteVerbs.part(() => import('./verbs/verbs.ts')),
    recordPreview({
      page: providersEntity.page,
      word: 'word.provider',
      load: () => import('./preview/ProviderPreview.tsx'),
    }),
  ],
}
