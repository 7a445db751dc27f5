import type { PageIssue } from '../../../../contracts/page.ts'
import { attribute, closest, isElement, isInDrawing, type PageElement, textOf } from '../document.ts'
import { firstIssues, issueAt, type PageCheck } from '../page-check.ts'

const UNLABELLED_INPUTS = new Set(['hidden', 'submit', 'reset', 'button', 'image'])

/** Fields need a name that stays when something is written into them. */
export function checkLabels(check: PageCheck): readonly PageIssue[] {
  const fields = check.document.elements.filter(element => isField(element) && isPerceivable(element))
  return firstIssues(
    fields.flatMap(element => {
      if (isNamed(check, element) || hasLabel(check, element)) return []
      const value = fieldName(element)
      return [
        issueAt(check, element, {
          rule: 'label',
          severity: 'error',
          message: `The ${element.tag} has no label${attribute(element, 'placeholder') === undefined ? '' : '; a placeholder is gone once somebody types'}.`,
          fix: {
            kind: 'set_attribute',
            description: `Name it: “${value}”.`,
            data: { name: 'aria-label', value },
          },
        }),
      ]
    }),
  )
}

/** Links and buttons need words, for people who do not see their picture. */
export function checkNames(check: PageCheck): readonly PageIssue[] {
  const elements = check.document.elements.filter(element => isNameable(element) && isPerceivable(element))
  return firstIssues(
    elements.flatMap(element => {
      if (isNamed(check, element) || readableText(element) !== '') return []
      if (
        element.tag === 'input' &&
        attribute(element, 'value') !== '' &&
        attribute(element, 'type') !== 'button'
      )
        return []
      const value = hintOf(element)
      return [
        issueAt(check, element, {
          rule: 'name',
          severity: 'error',
          message: `The ${element.tag === 'a' ? 'link' : 'button'} has no name that can be read out.`,
          fix: {
            kind: 'set_attribute',
            description: `Name it: “${value}”.`,
            data: { name: 'aria-label', value },
          },
        }),
      ]
    }),
  )
}

export function checkAlternatives(check: PageCheck): readonly PageIssue[] {
  const pictures = check.document.elements.filter(element => isPicture(element) && isPerceivable(element))
  return firstIssues(
    pictures.flatMap(element => {
      if (hasAlternative(check, element)) return []
      const isDrawing = element.tag === 'svg'
      const value = isDrawing || element.tag === 'input' ? hintOf(element) : ''
      return [
        issueAt(check, element, {
          rule: 'alt',
          severity: 'error',
          message: 'The picture has no text instead of it.',
          fix: {
            kind: 'set_attribute',
            description: 'Say what it shows, or leave the text empty where it only decorates.',
            data: { name: isDrawing ? 'aria-label' : 'alt', value },
          },
        }),
      ]
    }),
  )
}

/** What the markup itself keeps from readers. What a style sheet hides may be shown later, and needs its name then. */
function isPerceivable(element: PageElement): boolean {
  return closest(element, isHidden) === undefined
}

function isHidden({ attributes }: PageElement): boolean {
  return (
    attributes.get('aria-hidden') === 'true' ||
    attributes.has('hidden') ||
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes.get('style') ?? '')
  )
}

function isField(element: PageElement): boolean {
  if (element.tag === 'select' || element.tag === 'textarea') return true
  return element.tag === 'input' && !UNLABELLED_INPUTS.has((attribute(element, 'type') ?? '').toLowerCase())
}

function isNameable(element: PageElement): boolean {
  if (isInDrawing(element)) return false
  if (element.tag === 'a') return attribute(element, 'href') !== undefined
  const type = (attribute(element, 'type') ?? '').toLowerCase()
  const isButtonInput = element.tag === 'input' && /^(submit|reset|button)$/.test(type)
  return element.tag === 'button' || isButtonInput || attribute(element, 'role') === 'button'
}

function isPicture(element: PageElement): boolean {
  if (isInDrawing(element)) return false
  if (element.tag === 'img') return true
  if (element.tag === 'input') return attribute(element, 'type')?.toLowerCase() === 'image'
  return element.tag === 'svg' && attribute(element, 'role') === 'img'
}

function hasAlternative(check: PageCheck, element: PageElement): boolean {
  const alternative = attribute(element, 'alt')
  if (element.tag === 'img' && alternative !== undefined)
    return alternative.trim() !== '' || alternative === ''
  if (element.tag === 'img' && /^(presentation|none)$/.test(attribute(element, 'role') ?? '')) return true
  if (alternative?.trim()) return true
  return (
    isNamed(check, element) ||
    element.elements.some(child => child.tag === 'title' && textOf(child).trim() !== '')
  )
}

/** Named by an attribute: `aria-label`, `aria-labelledby`, `title`. */
function isNamed(check: PageCheck, element: PageElement): boolean {
  if ((attribute(element, 'aria-label') ?? '').trim() !== '') return true
  if ((attribute(element, 'title') ?? '').trim() !== '') return true
  const ids = (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter(id => id !== '')
  return ids.some(id => {
    const named = check.document.elements.find(candidate => attribute(candidate, 'id') === id)
    return (
      named !== undefined && (readableText(named) !== '' || (attribute(named, 'aria-label') ?? '') !== '')
    )
  })
}

function hasLabel(check: PageCheck, element: PageElement): boolean {
  const around = closest(element, ({ tag }) => tag === 'label')
  const target = around === undefined ? undefined : attribute(around, 'for')
  const id = attribute(element, 'id')
  if (around !== undefined && (target === undefined || target === id) && labelText(around, element) !== '')
    return true
  return (
    id !== undefined &&
    id !== '' &&
    check.document.elements.some(
      label => label.tag === 'label' && attribute(label, 'for') === id && labelText(label, element) !== '',
    )
  )
}

/** Text of a label without what stands in the field itself. */
function labelText(label: PageElement, field: PageElement): string {
  if (label === field) return ''
  return label.children
    .map(child => {
      if (!isElement(child)) return child.text
      if (child === field || child.tag === 'select' || child.tag === 'textarea') return ''
      return child.tag === 'img'
        ? (attribute(child, 'alt') ?? '')
        : `${attribute(child, 'aria-label') ?? ''}${labelText(child, field)}`
    })
    .join('')
    .trim()
}

function readableText(element: PageElement): string {
  return element.children
    .map(child => {
      if (!isElement(child)) return child.text
      if (attribute(child, 'aria-hidden') === 'true' || child.attributes.has('hidden')) return ''
      if (child.tag === 'style' || child.tag === 'script') return ''
      if (child.tag === 'img') return attribute(child, 'alt') ?? ''
      const label = attribute(child, 'aria-label') ?? ''
      return label === '' ? readableText(child) : label
    })
    .join('')
    .trim()
}

function fieldName(element: PageElement): string {
  const candidates = [attribute(element, 'placeholder'), attribute(element, 'name'), attribute(element, 'id')]
  const found = candidates.find(candidate => candidate !== undefined && candidate.trim() !== '')
  return asWords(found ?? attribute(element, 'type') ?? 'Field')
}

function hintOf(element: PageElement): string {
  const found = [attribute(element, 'id'), attribute(element, 'name'), firstClass(element)].find(Boolean)
  const target = (attribute(element, 'href') ?? '').replace(/^.*\//, '').replace(/\.html.*$|[?#].*$/g, '')
  return asWords(
    target !== ''
      ? target
      : (found ?? (element.tag === 'a' ? 'Link' : element.tag === 'svg' ? 'Picture' : 'Button')),
  )
}

function firstClass(element: PageElement): string | undefined {
  return (attribute(element, 'class') ?? '').trim().split(/\s+/)[0]
}

function asWords(text: string): string {
  const words = text.replace(/[-_]+/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 80)
  return words === '' ? 'Unnamed' : words.charAt(0).toUpperCase() + words.slice(1)
}
