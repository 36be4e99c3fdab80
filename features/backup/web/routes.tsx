import { DatabaseBackup } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { backupRights } from '../domain/rights.ts'
import { SET_UP_RESTORE_PAGE } from '../domain/set-up-page.ts'

/** The page of backups and restores, and the one that restores into an empty database. */
export const backupRoutes: FeatureRoutes = {
  feature: 'backup',
  pages: [
    {
      path: '/backup',
      layout: 'main',
      right: backupRights.manage,
      titleKey: 'title.backup',
      load: () => import('./BackupPage.tsx'),
    },
    {
      path: SET_UP_RESTORE_PAGE,
      layout: 'public',
      titleKey: 'title.set-up-restore',
      load: () => import('./set-up/RestoreFirstPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/settings',
      settings: 'data',
      key: 'backup',
      to: '/backup',
      right: backupRights.manage,
      order: 40,
      icon: DatabaseBackup,
    },
  ],
}
