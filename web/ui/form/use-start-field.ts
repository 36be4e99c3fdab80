import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref for the field that has the focus when its page is first shown. */
export function useStartField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
