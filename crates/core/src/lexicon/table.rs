//! The shipped lists. Written by `cargo xtask lexicons`; do not edit.

use super::{Theme, Tier};

/// A packed list and its identity.
pub(super) struct Shipped {
    pub(super) bytes: &'static [u8],
    pub(super) sha256: &'static str,
}

pub(super) const fn tier(tier: Tier) -> &'static Shipped {
    match tier {
        Tier::Everyday => &Shipped {
            bytes: include_bytes!("../../lexicons/everyday.fst"),
            sha256: "b44a5c3659bc035f2fc43cf617e4fc81a79982e9844899219640a2905947c544",
        },
        Tier::Standard => &Shipped {
            bytes: include_bytes!("../../lexicons/standard.fst"),
            sha256: "a2b5744e6d9f33a2b6e25c3642e098b156fde23e8d1b211a4942205f6bdb6ac0",
        },
        Tier::Large => &Shipped {
            bytes: include_bytes!("../../lexicons/large.fst"),
            sha256: "ccc17c8f32a442466de34f2a53d247e0a4961c1c3712b3fd411ce791e9c1f372",
        },
    }
}

pub(super) const fn theme(theme: Theme) -> &'static Shipped {
    match theme {
        Theme::Nature => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/nature.fst"),
            sha256: "95460ddc41dfaa8873b2f3a10b3af4e92a452a7b5da3f682af636736388d11b3",
        },
        Theme::People => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/people.fst"),
            sha256: "e6940803b4cddac1203fb812a8a06b2cc66d98efe89b246efdd7aaa1b29fbf6e",
        },
        Theme::Home => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/home.fst"),
            sha256: "2a11ba254787c0059c2e9f8fd7c68af5d80d64c9ee4099cac6e74e511328067e",
        },
        Theme::Animals => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/animals.fst"),
            sha256: "34dc2494b5833cc93ac5e701957b95c63ce8e70cf0267cc7a2950dd8b67f5dff",
        },
        Theme::Plants => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/plants.fst"),
            sha256: "f116d25246e506ae14d1b2135b807e6e424ec518facd8fd2db0e3771cf2f2912",
        },
        Theme::Food => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/food.fst"),
            sha256: "a43d5e8ff2f01ee5263bff2869dfb35924d79189c8e6ad53fd5c371816076612",
        },
        Theme::Leisure => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/leisure.fst"),
            sha256: "f9ced112c7cf1630722f9e90faf58b5231a97acb073f8c5c31f90077194fa205",
        },
        Theme::Body => &Shipped {
            bytes: include_bytes!("../../lexicons/themes/body.fst"),
            sha256: "8218fcfb07be413f22008fd9d840533013e98b27f1d322c7d91b9db074b9ee7a",
        },
    }
}
