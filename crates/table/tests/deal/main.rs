//! Deals that everybody takes part in: what they need, how they end, what they show and when, and what attacks achieve.

mod attack;
mod leak;
mod properties;
mod scene;
mod stages;
