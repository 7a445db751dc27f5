/** Programs and services that people name as the place where something is to be done. General knowledge; not complete. */
export const knownServices: ReadonlySet<string> = new Set(
  `jira confluence trello asana notion slack mattermost discord telegram whatsapp signal teams msteams zoom webex skype gmail outlook
  exchange sharepoint onedrive dropbox box googledrive googledocs googlesheets googlecalendar googleads googleanalytics icloud evernote
  onenote airtable monday.com clickup basecamp linear github gitlab bitbucket azuredevops jenkins circleci travisci teamcity argocd
  terraform ansible puppet chef kubernetes docker helm heroku vercel netlify cloudflare datadog grafana prometheus splunk newrelic sentry
  pagerduty opsgenie victorops statuspage zendesk freshdesk intercom helpscout servicenow salesforce hubspot pipedrive zoho marketo
  mailchimp sendgrid mailgun brevo klaviyo twilio stripe paypal square adyen klarna wise revolut venmo quickbooks xero sage datev lexware
  freshbooks netsuite sap oracle workday bamboohr personio adp gusto elster docusign adobesign shopify woocommerce magento etsy ebay amazon
  booking.com airbnb expedia tripadvisor opentable resy doordash ubereats deliveroo grubhub lieferando uber lyft fedex ups dhl usps hermes
  instagram facebook tiktok linkedin youtube twitch vimeo reddit pinterest snapchat mastodon bluesky threads wordpress wix squarespace
  webflow medium substack ghost drupal joomla contentful figma canva photoshop illustrator indesign lightroom premiere finalcut davinciresolve
  autocad sketchup blender audacity auphonic audition protools garageband spotify soundcloud bandcamp applemusic deezer tidal snowflake
  bigquery redshift databricks tableau powerbi looker metabase qlik mixpanel amplitude segment hotjar matomo moodle canvas blackboard
  googleclassroom kahoot duolingo grammarly deepl chatgpt copilot zapier ifttt n8n make.com calendly doodle eventbrite meetup ticketmaster
  surveymonkey typeform qualtrics strava garmin fitbit alexa siri homekit homeassistant sonos excel word powerpoint wikipedia`.split(
    /\s+/,
  ),
)
