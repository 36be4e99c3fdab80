import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/Overlays.tsx'
import { openCameraReader } from './camera-reader.ts'
import styles from './camera.module.css'

/** A code that stays in view counts as one scan, until it has been out of view for this long. */
const SAME_MS = 1_500
const LOOK_EVERY_MS = 120

type CameraDialogProps = {
  onCode: (code: string) => void
  onClose: () => void
  /** What to hold in front of the camera, and what a scan does. */
  hint: string
  /** The result of the last scan. */
  children?: ReactNode
}

/** Shows the picture of the camera and reports each code in it. */
export function CameraDialog({ onCode, onClose, hint, children }: CameraDialogProps) {
  const { t } = useTranslation('frame')
  const [attempt, setAttempt] = useState(0)
  return (
    <Dialog opened onClose={onClose} title={t('scan.camera')} size="lg">
      <Stack gap="sm">
        <CameraPicture key={attempt} onCode={onCode} retry={() => setAttempt(attempt + 1)} />
        {children}
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </Stack>
    </Dialog>
  )
}

/** Uses the camera while it is on the page. */
function CameraPicture({ onCode, retry }: { onCode: (code: string) => void; retry: () => void }) {
  const { t } = useTranslation('frame')
  const video = useRef<HTMLVideoElement>(null)
  const receive = useRef(onCode)
  const [state, setState] = useState<'opening' | 'open' | 'closed'>('opening')
  useEffect(() => {
    receive.current = onCode
  })

  useEffect(() => {
    const screen = video.current
    if (!screen) return
    let gone = false
    const look = async (): Promise<MediaStream | null> => {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      })
      if (gone) return stream
      screen.srcObject = stream
      const [read] = await Promise.all([openCameraReader(), screen.play()])
      setState('open')
      let last = { code: '', at: 0 }
      while (!gone) {
        const code = await read(screen)
        const at = performance.now()
        if (code !== null && !gone && (code !== last.code || at - last.at > SAME_MS)) receive.current(code)
        if (code !== null) last = { code, at }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      }
      return stream
    }
    const stop = () => {
      for (const track of (screen.srcObject as MediaStream | null)?.getTracks() ?? []) track.stop()
    }
    look().then(
      (stream) => {
        for (const track of stream?.getTracks() ?? []) track.stop()
      },
      () => {
        if (!gone) setState('closed')
        stop()
      },
    )
    return () => {
      gone = true
      stop()
    }
  }, [])

  if (state === 'closed')
    return (
      <Alert color="red" variant="light" icon={<TriangleAlert size={20} aria-hidden />} role="alert">
        <Stack gap="xs" align="flex-start" data-touch>
          <Text c="var(--mantine-color-text)">{t('scan.no-camera')}</Text>
          <Button variant="default" onClick={retry}>
            {t('action.retry')}
          </Button>
        </Stack>
      </Alert>
    )
  return (
    <div className={styles.camera}>
      <video ref={video} muted playsInline aria-label={t('scan.camera')} />
      {state === 'opening' ? <Loader className={styles.opening} /> : <div className={styles.line} aria-hidden />}
    </div>
  )
}
