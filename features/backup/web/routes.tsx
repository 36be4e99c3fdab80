import { DatabaseBackup } from 'lucide-react'
import type { FeatureRoutes } from '#web/routes.ts'
import { backupRights } from '../domain/rights.ts'

/** The page of backups and restores. */
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
  ],
  menu: [
    {
      group: 'internal',
      parentKey: 'settings',
      key: 'backup',
      to: '/backup',
      right: backupRights.manage,
      order: 40,
      icon: DatabaseBackup,
    },
  ],
}
