import { ActionIcon, Tooltip } from '@mantine/core'
import { Camera, Volume2, VolumeX } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useScanSound } from './use-scan-sound.ts'

/** Turns the sounds of scans on and off, and opens the camera if the device has one. `size` is the height in pixels. */
export function ScanButtons({ size = 48, openCamera }: { size?: number; openCamera: () => void }) {
  const { t } = useTranslation('frame')
  const [sounds, setSounds] = useScanSound()
  const soundLabel = sounds ? t('scan.sound-off') : t('scan.sound-on')
  return (
    <>
      <Tooltip label={soundLabel}>
        <ActionIcon
          size={size}
          variant="default"
          aria-label={soundLabel}
          aria-pressed={sounds}
          onClick={() => setSounds(!sounds)}
        >
          {sounds ? <Volume2 size={20} aria-hidden /> : <VolumeX size={20} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      {'mediaDevices' in navigator ? (
        <Tooltip label={t('scan.camera')}>
          <ActionIcon size={size} variant="default" aria-label={t('scan.camera')} onClick={openCamera}>
            <Camera size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </>
  )
}
