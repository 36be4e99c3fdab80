import { useLocalStorage } from '@mantine/hooks'

/** Whether scans play a sound on this device. */
export const useScanSound = () =>
  useLocalStorage({ key: 'scan-sound', defaultValue: true, getInitialValueInEffect: false })
