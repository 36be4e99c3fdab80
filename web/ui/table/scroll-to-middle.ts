/** Scrolls a line sideways so that one of its items is in the middle. The line must be the positioned parent of its items. */
export function scrollToMiddle(line: HTMLElement, item: HTMLElement): void {
  line.scrollLeft = item.offsetLeft - (line.clientWidth - item.offsetWidth) / 2
}
