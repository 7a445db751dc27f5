import { describe, expect, test } from 'vitest'
import { isPageWish } from './build-pages.ts'

describe('a wish for pages', () => {
  test.each([
    'Make me a coffee shop app',
    'A landing page for Stillwater, a note taking tool',
    'Landing page for my bakery',
    'Coffee shop app with a menu and a cart',
    'A small online shop for handmade candles',
    'my digital business card',
    'Kanban board',
    'An invitation to our summer party',
  ])('is “%s”', wish => {
    expect(isPageWish(wish)).toBe(true)
  })

  test.each([
    'Delete pages with old prices',
    'Show me the dashboard',
    'What is on the menu?',
    'Summarize the report about our shop',
    'Look through the workspace and tell me what is old',
    'A summary of notes.md for the board',
    'Make a folder called archive',
    'the menu file is wrong',
    'Explain how a booking system works',
  ])('is not “%s”', wish => {
    expect(isPageWish(wish)).toBe(false)
  })
})
