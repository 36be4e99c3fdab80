import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CameraDialog } from '#web/ui/scan/CameraDialog.tsx'
import { ScanButtons } from '#web/ui/scan/ScanButtons.tsx'
import { ScanNotice } from '#web/ui/scan/ScanNotice.tsx'
import styles from './scan.module.css'
import type { TaskScan } from './use-task-scan.ts'

/** The height of a button in pixels, large enough for hands with wax on them. */
const TARGET = 56

/** The sounds of scans, and the camera for a device without a hand scanner. */
export function ScanTools({ scan }: { scan: TaskScan }) {
  const { t } = useTranslation('production')
  const [camera, setCamera] = useState(false)
  return (
    <>
      <ScanButtons size={TARGET} openCamera={() => setCamera(true)} />
      {camera ? (
        <CameraDialog hint={t('scan.camera-hint')} onCode={scan.receive} onClose={() => setCamera(false)}>
          <ScanWords scan={scan} />
        </CameraDialog>
      ) : null}
    </>
  )
}

/** Says what the last scan did, and asks whether a code counts that came twice. */
export function ScanWords({ scan: { word, clear, again, confirm } }: { scan: TaskScan }) {
  const { t } = useTranslation('production')
  return (
    <div className={styles.words} data-shown={word === null ? undefined : true}>
      <ScanNotice word={word} clear={clear} />
      {again === null ? null : (
        <Group gap="xs" grow preventGrowOverflow={false}>
          <Button size="md" mih={TARGET} onClick={confirm}>
            {t('scan.count-again')}
          </Button>
          <Button variant="default" size="md" mih={TARGET} onClick={clear}>
            {t('scan.not-again')}
          </Button>
        </Group>
      )}
    </div>
  )
}
