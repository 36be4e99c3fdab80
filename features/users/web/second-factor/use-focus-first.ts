import { type RefObject, useEffect, useRef } from 'react'

/** Returns a reference to the first element of a step. It gets the focus, because the button that opened the step is gone. */
export function useFocusFirst<E extends HTMLElement>(): RefObject<E | null> {
  const first = useRef<E>(null)
  useEffect(() => first.current?.focus(), [])
  return first
}
