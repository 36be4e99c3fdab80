import { Settings } from '#web/ui/icon/icons.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { paletteSources } from '#web/layouts/palette-sources.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { settingsRights } from '../domain/rights.ts'

/** The pages of the settings forms and their menu entry. */
export const settingsRoutes: FeatureRoutes = {
  feature: 'settings',
  pages: [
    {
      path: '/settings',
      layout: 'main',
      right: settingsRights.write,
      titleKey: 'title',
      load: () => import('./SettingsPage.tsx'),
    },
    {
      path: '/settings/$form',
      layout: 'main',
      right: settingsRights.write,
      titleKey: 'title',
      load: () => import('./SettingsPage.tsx'),
    },
  ],
  parts: [paletteSources.part({ key: 'settings', Source: lazyPart(() => import('./SettingsInPalette.tsx')) })],
  menu: [
    {
      group: 'internal',
      parentKey: 'settings',
      key: 'general',
      to: '/settings',
      right: settingsRights.write,
      order: 10,
      icon: Settings,
    },
  ],
}
