/** The options that a packing tablet stores. */
import { useLocalStorage } from '@mantine/hooks'

/** Whether the button that packages an order also prints its label. This tablet stores the choice. */
export const usePrintWhenPackaged = () =>
  useLocalStorage({ key: 'print-when-packaged', defaultValue: false, getInitialValueInEffect: false })
