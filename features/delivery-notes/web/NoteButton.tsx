import { Button } from '@mantine/core'

/** A button beside a note, large enough for a thumb. */
export const NoteButton = Button.withProps({ size: 'sm', variant: 'default', mih: 48 })
